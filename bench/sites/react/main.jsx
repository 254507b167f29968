import { createRoot } from "react-dom/client";
import { BrowserRouter, Link, Navigate, Route, Routes } from "react-router-dom";
import { useEffect, useState } from "react";
import Markdown from "react-markdown";
import remarkGfm from "remark-gfm";

const files = import.meta.glob("./docs/**/*.md", { query: "?raw", import: "default" });
const routeOf = (file) => file.replace(/^\.\/docs/, "").replace(/\.md$/, "");
const pages = Object.fromEntries(Object.entries(files).map(([file, load]) => [routeOf(file), load]));

function Page({ route }) {
  const [text, setText] = useState("");
  useEffect(() => {
    pages[route]().then((raw) => {
      const body = raw.replace(/^---\n[\s\S]*?\n---\n/, "");
      document.title = (body.match(/^# (.*)$/m) || ["", "Lantern"])[1];
      setText(body);
    });
  }, [route]);
  const Anchor = ({ href = "", children }) => {
    if (/^https?:|^#/.test(href)) return <a href={href}>{children}</a>;
    const target = new URL(href.replace(/\.mdx?(?=#|$)/, ""), `http://x${route}`);
    return <Link to={target.pathname + target.hash}>{children}</Link>;
  };
  return (
    <main>
      <Markdown remarkPlugins={[remarkGfm]} components={{ a: Anchor }}>{text}</Markdown>
    </main>
  );
}

const App = () => (
  <BrowserRouter>
    <nav>{Object.keys(pages).map((route) => <Link key={route} to={route}>{route}</Link>)}</nav>
    <Routes>
      <Route path="/" element={<Navigate to="/index" replace />} />
      {Object.keys(pages).map((route) => <Route key={route} path={route} element={<Page route={route} />} />)}
      <Route path="*" element={<main><h1>Nothing here</h1><p>No page of this manual has that address.</p></main>} />
    </Routes>
  </BrowserRouter>
);

createRoot(document.getElementById("root")).render(<App />);
