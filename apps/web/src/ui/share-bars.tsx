/** A bar chart of shares in percent. It is one image for screen readers; a table beside it has the numbers. */
interface ShareBarsProps {
  title: string
  bars: readonly { label: string; percent: number }[]
}

export function ShareBars({ title, bars }: ShareBarsProps) {
  const summary = bars.map(({ label, percent }) => `${label}, ${percent} %`).join('; ')
  return (
    <figure className="m-0">
      <figcaption className="mb-2 font-strong text-strong">{title}</figcaption>
      <div role="img" aria-label={`${title}: ${summary}.`} className="grid gap-2">
        {bars.map(({ label, percent }) => (
          <div
            key={label}
            className="type-meta grid gap-1 desktop:grid-cols-[minmax(0,15rem)_1fr] desktop:gap-4"
          >
            <span>{label}</span>
            <span className="flex items-center gap-3">
              <svg aria-hidden viewBox="0 0 100 12" preserveAspectRatio="none" className="h-3 min-w-0 flex-1">
                <rect width="100" height="12" className="fill-sub" />
                <rect width={Math.min(100, percent)} height="12" className="fill-action" />
              </svg>
              <span className="min-w-14 text-right whitespace-nowrap font-strong text-strong">
                {percent} %
              </span>
            </span>
          </div>
        ))}
      </div>
    </figure>
  )
}
