/** A bar chart of the counts of a few days, each with its number; it is simple enough to need no chart library. */
import classes from './day-bars.module.css'

interface DayBarsProps {
  title: string
  /** Oldest first; `label` is short: `26 nov`. */
  days: readonly { label: string; count: number }[]
  look: 'lapis' | 'araucaria' | 'copihue' | 'aromo'
}

const width = 44
const height = 96

export function DayBars({ title, days, look }: DayBarsProps) {
  const most = Math.max(1, ...days.map(({ count }) => count))
  const total = days.reduce((sum, { count }) => sum + count, 0)
  return (
    <figure className={`portal-card ${classes.card}`}>
      <figcaption className={classes.title}>
        {title}
        <span className={classes.total}>{total} en total</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${days.length * width} ${height + 44}`}
        role="img"
        aria-label={`${title}: ${days.map(({ label, count }) => `${label}, ${count}`).join('; ')}.`}
        className={classes[look]}
      >
        {days.map(({ label, count }, index) => {
          const tall = count === 0 ? 2 : Math.max(6, (count / most) * height)
          const x = index * width
          return (
            <g key={label}>
              <rect
                x={x + 8}
                y={20 + height - tall}
                width={width - 16}
                height={tall}
                rx={count === 0 ? 1 : 5}
              />
              <text x={x + width / 2} y={14 + height - tall} className={classes.count}>
                {count}
              </text>
              <text x={x + width / 2} y={height + 38} className={classes.day}>
                {label}
              </text>
            </g>
          )
        })}
      </svg>
    </figure>
  )
}
