/**
 * Returns a professional's name with the article of its title, for use in a sentence: «la Dra. Ana Ríos», «el Dr.
 * Luis Mena».
 */
export function withArticle(name: string): string {
  if (/^Dra\b/.test(name)) return `la ${name}`
  return /^Dr\b/.test(name) ? `el ${name}` : name
}
