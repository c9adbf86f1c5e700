import { askYesOrNo, fail } from '../command-line.ts'

const shownItems = 20

export function listItems(heading: string, items: readonly string[]): string[] {
  const more = items.length - shownItems
  return [
    `${heading}: ${items.length}`,
    ...items.slice(0, shownItems).map((item) => `  ${item}`),
    ...(more > 0 ? [`  … y ${more} más`] : []),
  ]
}

export async function confirmImport(isConfirmed: boolean, file: string): Promise<void> {
  if (isConfirmed) return
  if (file === '-')
    fail('Agrega --yes: la entrada estándar es el archivo y no se puede preguntar. No se importó nada.')
  if (!(await askYesOrNo('¿Importar? (sí/no)'))) fail('No se importó nada.')
}
