/** A bar chart of the counts of a few days, each with its number; it is simple enough to need no chart library. It grows with the text. */
import { Card, join, Spread } from './layout/layout.tsx'

const colours = {
  action: 'bg-action',
  success: 'bg-success',
  attention: 'bg-attention',
  error: 'bg-error',
} as const

interface DayBarsProps {
  title: string
  /** Oldest first; `label` is short: `26 nov`. */
  days: readonly { label: string; count: number }[]
  look: keyof typeof colours
}

/** The height of the highest bar in `rem`. */
const height = 6

export function DayBars({ title, days, look }: DayBarsProps) {
  const most = Math.max(1, ...days.map(({ count }) => count))
  const total = days.reduce((sum, { count }) => sum + count, 0)
  return (
    <Card as="div" className="min-w-0">
      <figure className="m-0">
        <figcaption className="mb-3">
          <Spread className="items-baseline">
            <span className="font-strong text-strong">{title}</span>
            <span className="type-meta text-muted">{total} en total</span>
          </Spread>
        </figcaption>
        <div
          role="img"
          aria-label={`${title}: ${days.map(({ label, count }) => `${label}, ${count}`).join('; ')}.`}
          className="type-count grid items-end text-center"
          style={{
            gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))`,
            gridTemplateRows: `minmax(${height + 1.25}rem, auto) auto`,
          }}
        >
          {days.map(({ label, count }) => (
            <div key={label} className="text-strong">
              {count}
              <div
                className={join('mx-auto w-3/5 rounded-sm', colours[look])}
                style={{ height: count === 0 ? '2px' : `${Math.max(0.375, (count / most) * height)}rem` }}
              />
            </div>
          ))}
          {days.map(({ label }) => (
            <span key={label} className="mt-1 self-start font-normal text-muted">
              {label}
            </span>
          ))}
        </div>
      </figure>
    </Card>
  )
}
