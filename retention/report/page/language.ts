// uPlot formats numbers for the browser's language while it loads, and throws if that is no language tag, such as "C" in
// WebKit where the locale is C. The page is in English for everybody.
Object.defineProperty(navigator, "language", { value: document.documentElement.lang });
