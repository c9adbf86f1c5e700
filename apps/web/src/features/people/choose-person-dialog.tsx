import { IconCheck } from '@tabler/icons-react'
import { Dialog } from '../../ui/dialog.tsx'
import { Initials } from '../../ui/initials.tsx'
import classes from './choose-person-dialog.module.css'

interface ChoosePersonDialogProps {
  people: readonly { id: number; first_name: string; last_name: string; is_self: boolean }[]
  /** Id of the patient whose record is on screen. */
  shown: number
  onChoose(patientId: number): void
  onClose(): void
}

/** Lets the user choose whose record the page shows: their own, or that of a minor in their care. */
export function ChoosePersonDialog({ people, shown, onChoose, onClose }: ChoosePersonDialogProps) {
  return (
    <Dialog opened size={490} title="¿A quién quieres ver?" onClose={onClose}>
      <ul className={classes.list}>
        {people.map(({ id, first_name, last_name, is_self }) => {
          const name = [first_name, last_name].filter(Boolean).join(' ')
          return (
            <li key={id}>
              <button
                type="button"
                className={classes.person}
                aria-current={id === shown ? 'true' : undefined}
                onClick={() => onChoose(id)}
              >
                <Initials name={name} size={44} look={is_self ? 'arrebol' : 'araucaria'} />
                <span className={classes.words}>
                  {name}
                  {is_self && <span className={classes.self}>Tú</span>}
                </span>
                {id === shown && <IconCheck size={22} stroke={1.75} aria-label="En pantalla" />}
              </button>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
