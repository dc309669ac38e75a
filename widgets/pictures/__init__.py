"""Pictures for papers: drawings of views, with legend and caption, as PNG, SVG and PDF."""
