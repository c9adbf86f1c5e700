import { smallestCount } from '@mi-portal/contract/numbers'

/** Hidden counts that are fewer, or fewer together, could be computed from the total. */
const fewestHidden = 2

/** Hides small counts, and as many others, or the total, as it takes that none of them can be computed. */
export function hideSmallCounts(counts: readonly number[]): {
  counts: (number | null)[]
  total: number | null
} {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const smallestFirst = counts.flatMap((count, index) => (count > 0 ? [{ count, index }] : []))
  smallestFirst.sort((a, b) => a.count - b.count)
  const hidden = new Set<number>()
  let sum = 0
  const canBeComputed = () => hidden.size > 0 && (hidden.size < fewestHidden || sum < smallestCount)
  for (const { count, index } of smallestFirst) {
    if (count >= smallestCount && !canBeComputed()) break
    hidden.add(index)
    sum += count
  }
  return {
    counts: counts.map((count, index) => (hidden.has(index) ? null : count)),
    total: canBeComputed() || (total > 0 && total < smallestCount) ? null : total,
  }
}
