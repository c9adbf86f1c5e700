import type { BookedAppointment } from '@mi-portal/contract/booking/preparation'
import { toDay } from '@mi-portal/contract/values/dates'
import { IconClock, IconFileTypePdf } from '@tabler/icons-react'
import { formatLongDay, formatTime } from '../../../lib/dates.ts'
import { ButtonAnchor } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RichText } from '../../../ui/rich-text.tsx'

export const describeFasting = (hours: number) => `Son ${hours} horas de ayuno antes de tu hora.`

/** How to prepare for an appointment, with the time from which to fast. Nothing if there is nothing to prepare. */
export function Preparation({ booked: { preparation } }: { booked: BookedAppointment }) {
  if (!preparation) return null
  const { title, html, pdf, fasting } = preparation
  const [only] = fasting
  return (
    <section className="portal-card grid gap-4 p-6 max-desktop:p-4" aria-labelledby="preparation">
      <h2 id="preparation">Cómo prepararte</h2>
      {only && fasting.length === 1 && (
        <Notice kind="info" icon={IconClock} title={`No comas nada desde ${formatTimestamp(only.from)}`}>
          {describeFasting(only.hours)}
        </Notice>
      )}
      {fasting.length > 1 && (
        <Notice kind="info" icon={IconClock} title="Revisa si tu orden médica pide ayuno">
          <ul className="mx-0 mt-1 mb-0 pl-4">
            {fasting.map(({ hours, from }) => (
              <li key={hours}>
                Si pide {hours} horas: no comas nada desde <strong>{formatTimestamp(from)}</strong>.
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {html && (
        <div>
          <h3>{title}</h3>
          <RichText html={html.replace(/<h3>.*?<\/h3>/, '')} />
        </div>
      )}
      {pdf && (
        <ButtonAnchor
          variant="light"
          href={pdf}
          target="_blank"
          rel="noopener"
          leftSection={<IconFileTypePdf size={20} stroke={1.75} aria-hidden />}
        >
          Ver indicaciones en PDF
        </ButtonAnchor>
      )}
    </section>
  )
}

/** Formats a timestamp as `las 01:30 h del jueves 26 de noviembre`. */
function formatTimestamp(timestamp: string): string {
  return `las ${formatTime(timestamp)} del ${formatLongDay(toDay(new Date(timestamp)))}`
}
