const anchor = require("markdown-it-anchor");
module.exports = (config) => {
  config.amendLibrary("md", (md) => md.use(anchor));
  config.addPassthroughCopy("src/style.css");
  config.addGlobalData("layout", "base.njk");
  config.setTemplateFormats(["md", "njk"]);
  config.addFilter("named", (path) => path.split("/").pop().replace(/-/g, " "));
  config.addFilter("outward", (html) => html.replace(/(href="[^":]*?)\.md/g, "$1/").replace(/href="\.\/([^"]*)"/g, 'href="../$1"'));
  return { dir: { input: "src", output: "_site" }, pathPrefix: "/", markdownTemplateEngine: false };
};
