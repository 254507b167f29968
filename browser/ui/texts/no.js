export { default } from "./nb.js";
