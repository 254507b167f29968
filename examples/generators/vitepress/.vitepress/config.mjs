export default { title: "Lantern", base: "/docs/", cleanUrls: true };
