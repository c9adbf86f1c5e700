export const noUserInformation = 'No se encontró información del usuario'
export const searchLabel = 'Buscar por nombre, documento, teléfono o e-mail'
export const userFallback = 'Error al cargar los datos del usuario'

/**
 * Returns a professional's name with the article of its title, for use in a sentence: «la Dra. Ana Ríos», «el Dr.
 * Luis Mena».
 */
export function withArticle(name: string): string {
  if (/^Dra\b/.test(name)) return `la ${name}`
  return /^Dr\b/.test(name) ? `el ${name}` : name
}

/** Returns the first of the first names, and the surname. */
export function toShortName({ first_name, last_name }: { first_name: string; last_name: string }): string {
  return last_name === '' ? first_name : `${toFirstWord(first_name)} ${last_name}`
}

export function toFirstWord(names: string): string {
  return names.split(' ')[0] ?? names
}
