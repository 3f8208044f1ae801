"""Many runs on one page: found in a folder, grouped by what was asked, ranked within each group."""
