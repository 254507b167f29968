module.exports = {
  title: "Lantern", url: "https://lantern.example.org", baseUrl: "/", onBrokenLinks: "ignore", onBrokenAnchors: "ignore",
  markdown: { format: "detect", hooks: { onBrokenMarkdownLinks: "ignore" } },
  presets: [["classic", { docs: { path: "docs", routeBasePath: "/" }, blog: false, theme: {} }]],
};
