import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react'
import { join } from './layout/layout.tsx'
import { noticeColors, noticeTitle } from './notice-labels.ts'
import { useIsPrerendered } from './prerendered.ts'
import { useWideScreen } from './wide-screen.ts'

interface StripAlert {
  id: number
  name: string
  text: string
  /** Colours as `#RRGGBB`: `ink` for text and icon, `fill` for the background. */
  ink: string
  fill: string
}

/**
 * Shows the public alerts one below the other at the top of the page, in their own colours. On phones each is a line with its title, which
 * unfolds. A pair of colours with a contrast under 4.5:1 is replaced by the attention colours.
 */
export function AlertStrip({ alerts }: { alerts: readonly StripAlert[] }) {
  const isWide = useWideScreen()
  const isPrerendered = useIsPrerendered()
  return (
    <section aria-label="Avisos" className={alerts.length > 0 ? undefined : 'portal-hidden'}>
      {alerts.map((alert) => {
        const look = {
          className: 'type-meta border-b border-line bg-attention-soft text-attention',
          style: noticeColors(alert.ink, alert.fill),
        }
        return (
          <div key={alert.id}>
            {(isWide || isPrerendered) && (
              <div
                {...look}
                className={join(look.className, 'flex justify-center gap-3 px-4 py-3 max-desktop:hidden')}
              >
                <IconAlertTriangle size={20} stroke={1.75} aria-hidden className="flex-none" />
                <p>
                  <strong>{noticeTitle(alert.name)}</strong> {alert.text}
                </p>
              </div>
            )}
            {(!isWide || isPrerendered) && (
              <details {...look} className={join(look.className, 'px-4 desktop:hidden')}>
                <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 font-strong">
                  <IconAlertTriangle size={20} stroke={1.75} aria-hidden className="flex-none" />
                  <span className="min-w-0 flex-1">{alert.name}</span>
                  <IconChevronDown
                    size={20}
                    stroke={1.75}
                    aria-hidden
                    className="flex-none fold-arrow open-fold:rotate-180"
                  />
                </summary>
                <p className="pb-3">{alert.text}</p>
              </details>
            )}
          </div>
        )
      })}
    </section>
  )
}
