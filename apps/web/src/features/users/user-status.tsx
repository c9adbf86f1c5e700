import type { ListedUser } from '@mi-portal/contract/users'
import { now } from '../../lib/clock.ts'
import { formatTimestamp } from '../../lib/dates.ts'
import classes from './users.module.css'

const looks: Readonly<Record<number, string | undefined>> = {
  1: classes.enabled,
  2: classes.disabled,
  3: classes.pending,
}

/** The status of an account with a coloured dot and, while it is pending, the deadline of the decision. */
export function UserStatus({ user }: { user: ListedUser }) {
  return (
    <span className="flex items-baseline gap-2">
      <span className={`${classes.dot} ${looks[user.status_data_id] ?? ''}`} aria-hidden />
      <span>
        {user.deleted ? 'Perfil eliminado' : user.status_data.name}
        {user.due_at && <Deadline due={user.due_at} />}
      </span>
    </span>
  )
}

/** Shows until when staff have to decide about the account. */
export function Deadline({ due }: { due: string }) {
  const late = Date.parse(due) <= now().getTime()
  return (
    <span className={late ? `${classes.deadline} ${classes.late}` : classes.deadline}>
      {late ? 'Atrasada: venció el' : 'Vence el'} {formatTimestamp(due)}
    </span>
  )
}
