"""What changes from one pane to another: pages, words lost and won, and the rules behind them."""
