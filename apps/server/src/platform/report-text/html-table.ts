import type { ReportCell } from '@mi-portal/contract/results/report/report-text'

const mostColumns = 30

export function readSpan(given: string | undefined): number | null {
  if (given === undefined) return 1
  return /^[1-9]\d?$/.test(given.trim()) ? Number(given) : null
}

function findPlaces(cell: ReportCell, row: number, column: number): string[] {
  return Array.from({ length: cell.rows * cell.columns }, (_, at) => {
    const [down, right] = [Math.floor(at / cell.columns), at % cell.columns]
    return `${row + down} ${column + right}`
  })
}

export function isRectangle(rows: readonly (readonly ReportCell[])[]): boolean {
  const taken = new Set<string>()
  let width = 0
  for (const [at, row] of rows.entries()) {
    let column = 0
    for (const cell of row) {
      while (taken.has(`${at} ${column}`)) column += 1
      const places = findPlaces(cell, at, column)
      width = Math.max(width, column + cell.columns)
      if (at + cell.rows > rows.length || width > mostColumns || places.some((one) => taken.has(one)))
        return false
      for (const one of places) taken.add(one)
    }
  }
  // All places lie within the rows and the width, so a full table has as many places as its area.
  return width > 0 && taken.size === width * rows.length
}
