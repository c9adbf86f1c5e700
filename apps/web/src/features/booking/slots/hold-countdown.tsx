import { IconClock } from '@tabler/icons-react'
import classes from './hold-countdown.module.css'

const lastMinute = 60

/** How long the chosen hour is still kept: the clock for the eyes, and for the ears a word at the last minute. */
export function HoldCountdown({ seconds }: { seconds: number }) {
  if (seconds === 0) return null
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <>
      <p className={seconds > lastMinute ? classes.countdown : `${classes.countdown} ${classes.soon}`}>
        <IconClock size={20} stroke={1.75} aria-hidden />
        <span role="timer">
          Te guardamos esta hora por <strong>{clock}</strong> minutos
        </span>
      </p>
      <span className="portal-hidden" role="status">
        {seconds <= lastMinute && 'Queda menos de un minuto para confirmar la hora.'}
      </span>
    </>
  )
}
