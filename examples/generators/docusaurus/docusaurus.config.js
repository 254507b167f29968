module.exports = {
  title: "Lantern",
  url: "https://lantern.example.org",
  baseUrl: "/docs/",
  presets: [["classic", { docs: { routeBasePath: "/" }, blog: false }]],
};
