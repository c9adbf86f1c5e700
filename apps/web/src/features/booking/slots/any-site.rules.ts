const counts = ['tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez']

/** Returns the words for «any of the sites» and «all sites». They are empty for one site, which no text names. */
export function anySiteLabels(count: number): {
  readonly any: string
  readonly all: string
  readonly title: string
} {
  if (count === 1) return { any: '', all: '', title: '' }
  if (count === 2) return { any: 'En cualquiera de las dos', all: 'ambas clínicas', title: 'Ambas clínicas' }
  const number = counts[count - 3] ?? String(count)
  return {
    any: `En cualquiera de las ${number}`,
    all: 'todas las clínicas',
    title: 'Todas las clínicas',
  }
}
