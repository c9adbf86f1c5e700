import type { AgendaAppointment } from '@mi-portal/contract/appointments/appointment-agenda'
import { findSite } from '../../lib/portal-config.ts'

/** The address of the site where an appointment in person takes place, with a link to a map. Nothing if it is not known. */
export function WayToSite({ appointment }: { appointment: AgendaAppointment }) {
  const site = appointment.modality === 'presencial' ? findSite(appointment.site ?? undefined) : undefined
  if (!site?.address) return null
  return (
    <>
      <span>{site.address}</span>
      {site.map && (
        <>
          {' '}
          <a className="portal-link" href={site.map} target="_blank" rel="noopener noreferrer">
            Cómo llegar <span className="portal-hidden">a {site.name} (se abre en otra pestaña)</span>
          </a>
        </>
      )}
    </>
  )
}
