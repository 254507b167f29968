export default {
  title: "Lantern",
  base: "/docs/",
  cleanUrls: true,
  head: [["script", { type: "module", src: "/docs/pinax/pinax-ui.js" }]],
};
