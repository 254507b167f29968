import DefaultTheme from "vitepress/theme";
import { h } from "vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "nav-bar-content-before": () => h("pinax-search") }),
};
