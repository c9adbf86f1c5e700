import { IconClock } from '@tabler/icons-react'
import classes from './hold-countdown.module.css'

const warningSeconds = 60

/** Shows how long the slot is still held: a visible clock, and for screen readers one message in the last minute. */
export function HoldCountdown({ seconds }: { seconds: number }) {
  if (seconds === 0) return null
  const clock = `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  return (
    <>
      <p className={seconds > warningSeconds ? classes.countdown : `${classes.countdown} ${classes.soon}`}>
        <IconClock size={20} stroke={1.75} aria-hidden />
        <span role="timer">
          Te guardamos esta hora durante <strong>{clock}</strong>
        </span>
      </p>
      <span className="portal-hidden" role="status">
        {seconds <= warningSeconds && 'Queda menos de un minuto para confirmar la hora.'}
      </span>
    </>
  )
}
