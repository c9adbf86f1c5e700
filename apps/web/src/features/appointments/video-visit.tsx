import { type Appointment, videoOpensMinutes } from '@mi-portal/contract/appointments'
import { VideoLink } from '../../ui/video-link.tsx'
import classes from './video-visit.module.css'

/** The way into an hour by video: its link once it can be joined, before that when it will be there. */
export function VideoVisit({ hour }: { hour: Appointment }) {
  if (hour.video === null) return null
  if (hour.video.url !== null)
    return <VideoLink url={hour.video.url} doctor={hour.doctor_name} className={classes.join} />
  return (
    <p className={classes.soon}>El enlace para conectarte aparece aquí {videoOpensMinutes} minutos antes.</p>
  )
}
