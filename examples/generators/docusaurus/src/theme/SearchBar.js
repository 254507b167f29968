export default () => <pinax-search />;
