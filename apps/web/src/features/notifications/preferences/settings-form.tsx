/** The order of the channels, and the hours in which no device sounds. */
import {
  type Channel,
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
import { ChannelOrder } from './channel-order.tsx'
import classes from './preferences.module.css'
import { useSetNotifications } from './preferences.queries.ts'
import { moveUp } from './preferences.rules.ts'

interface SettingsFormProps {
  ownId: number
  settings: NotificationSettings
  /** The channels that the installation offers. */
  channels: readonly Channel[]
  /** Minutes until the next channel is used while a notification is unread. */
  minutesBetween: number
}

function describeWait(minutes: number): string {
  if (minutes === 60) return 'una hora'
  return minutes === 1 ? 'un minuto' : `${minutes} minutos`
}

export function SettingsForm({ ownId, settings, channels, minutesBetween }: SettingsFormProps) {
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
          { value: 'together', label: 'Usa todos a la vez' },
          {
            value: 'inTurn',
            label: 'Uno a la vez, en mi orden',
            hint: `Si no leo la novedad en ${wait}, usa el siguiente.`,
          },
        ]}
        value={values.in_turn ? 'inTurn' : 'together'}
        onChange={(way) => change({ in_turn: way === 'inTurn' })}
      />
      {values.in_turn && (
        <ChannelOrder
          order={values.channel_order.filter((channel) => channels.includes(channel))}
          onMoveUp={(index) => change({ channel_order: moveUp(values.channel_order, channels, index) })}
        />
      )}
      <fieldset className={classes.topic}>
        <legend>Horas de silencio</legend>
        <p className="text-muted">
          En estas horas tus dispositivos no suenan: los avisos y mensajes llegan cuando terminan. Una hora
          que se liberó para ti se avisa siempre. Si pones dos veces la misma hora, no hay silencio.
        </p>
        <div className="flex flex-wrap gap-x-8 gap-y-2">
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
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={save.isPending}>
          Guardar orden y silencio
        </Button>
      </div>
    </form>
  )
}
