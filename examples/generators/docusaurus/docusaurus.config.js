module.exports = {
  title: "Lantern",
  url: "https://lantern.example.org",
  baseUrl: "/docs/",
  presets: [["classic", { docs: { routeBasePath: "/" }, blog: false, theme: { customCss: "./src/css/custom.css" } }]],
  scripts: [{ src: "/docs/pinax/pinax-ui.js", type: "module" }],
};
