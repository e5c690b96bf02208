// What the types of packages get that ask for those of Node.js, which pages have not. It has one thing, which the bundle defines.
interface ImportMeta {
  readonly dirname: string;
}
