/** The files that systems put into folders on their own. */
const OF_SYSTEM = /(?:^|\/)(?:\.DS_Store|\.localized|Thumbs\.db|ehthumbs\.db|desktop\.ini|__MACOSX\/.*|\._[^/]*)$/i;

/** Whether a file is of people, and not of their system. */
export function isOfPeople({ name }: { readonly name: string }): boolean {
  return !OF_SYSTEM.test(name);
}
