"""GoldMiner (Endrédy and Novák 2013): jusText between two patterns of tags, learned of the site."""
