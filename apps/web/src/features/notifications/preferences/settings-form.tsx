/** The order of the channels, and the hours in which no device sounds. */
import {
  type NotificationSettings,
  notificationSettings,
} from '@mi-portal/contract/notifications/preferences'
import { type FormEvent, useState } from 'react'
import { useUnsentInput } from '../../../lib/drafts.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceCards } from '../../../ui/choice-cards.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import classes from './preferences.module.css'
import { useSetNotifications } from './preferences.queries.ts'

interface SettingsFormProps {
  ownId: number
  settings: NotificationSettings
  /** Minutes until the next channel is used while a notification is unread. */
  minutesBetween: number
}

type Way = 'all' | 'email' | 'push'

const ways: Readonly<Record<Way, Pick<NotificationSettings, 'in_turn' | 'channel_order'>>> = {
  all: { in_turn: false, channel_order: ['email', 'push'] },
  email: { in_turn: true, channel_order: ['email', 'push'] },
  push: { in_turn: true, channel_order: ['push', 'email'] },
}

function wayOf({ in_turn, channel_order }: NotificationSettings): Way {
  return in_turn ? (channel_order[0] ?? 'email') : 'all'
}

function describeWait(minutes: number): string {
  if (minutes === 60) return 'una hora'
  return minutes === 1 ? 'un minuto' : `${minutes} minutos`
}

export function SettingsForm({ ownId, settings, minutesBetween }: SettingsFormProps) {
  const [values, setValues] = useState(settings)
  const [isChecked, setIsChecked] = useState(false)
  const save = useSetNotifications(ownId)
  useUnsentInput(() => JSON.stringify(values) !== JSON.stringify(settings))
  const checked = notificationSettings.safeParse(values)
  const wait = describeWait(minutesBetween)

  function change(part: Partial<NotificationSettings>) {
    save.reset()
    setValues({ ...values, ...part })
  }

  function errorOf(field: keyof NotificationSettings): string | undefined {
    if (!isChecked || checked.success) return undefined
    return checked.error.issues.find(({ path }) => path[0] === field)?.message
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsChecked(true)
    if (checked.success) save.mutate(checked.data)
  }

  return (
    <form noValidate className={`portal-card ${classes.card}`} aria-labelledby="cuando" onSubmit={submit}>
      <h2 id="cuando">Cuándo y en qué orden</h2>
      <ChoiceCards
        legend="Si elegiste más de un canal"
        stacked
        options={[
          { value: 'all', label: 'Usa todos a la vez' },
          {
            value: 'push',
            label: 'Primero el aviso en mis dispositivos',
            hint: `Si no lo leo en ${wait}, también el correo.`,
          },
          {
            value: 'email',
            label: 'Primero el correo',
            hint: `Si no lo leo en el portal en ${wait}, también el aviso.`,
          },
        ]}
        value={wayOf(values)}
        onChange={(way) => change(ways[way])}
      />
      <fieldset className={classes.topic}>
        <legend>Horas de silencio</legend>
        <p className={classes.hint}>
          En estas horas tus dispositivos no suenan: el aviso llega cuando terminan. Una hora que se liberó
          para ti se avisa siempre. Si pones dos veces la misma hora, no hay silencio.
        </p>
        <div className={classes.times}>
          <TextField
            type="time"
            label="Desde"
            value={values.quiet_from}
            error={errorOf('quiet_from')}
            onChange={(event) => change({ quiet_from: event.currentTarget.value })}
          />
          <TextField
            type="time"
            label="Hasta"
            value={values.quiet_to}
            error={errorOf('quiet_to')}
            onChange={(event) => change({ quiet_to: event.currentTarget.value })}
          />
        </div>
      </fieldset>
      {save.isError && <ErrorNotice error={save.error} />}
      {save.isSuccess && (
        <Notice kind="success" announce>
          Guardamos tus preferencias.
        </Notice>
      )}
      <div className={classes.buttons}>
        <Button type="submit" loading={save.isPending}>
          Guardar orden y silencio
        </Button>
      </div>
    </form>
  )
}
