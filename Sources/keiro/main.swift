print("keiro")
