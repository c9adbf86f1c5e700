export function removeAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}

/** Returns a text for comparison, without accents, capitals and surrounding spaces: ` Ñuñoa` becomes `nunoa`. */
export function foldText(text: string): string {
  return removeAccents(text).trim().toLowerCase()
}
