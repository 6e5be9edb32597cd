module independent/storeorders

go 1.26
