export default { title: "Lantern", ignoreDeadLinks: true, themeConfig: { sidebar: [] } };
