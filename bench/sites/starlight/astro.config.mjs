import { defineConfig } from "astro/config";
import starlight from "@astrojs/starlight";
export default defineConfig({ site: "https://lantern.example.org", telemetry: false, integrations: [starlight({ title: "Lantern", pagefind: false })] });
