import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";

export default defineConfig({
  site: "https://lantern.example.org",
  base: "/docs",
  integrations: [starlight({ title: "Lantern", pagefind: false, components: { Search: "./src/components/Search.astro" } })],
});
