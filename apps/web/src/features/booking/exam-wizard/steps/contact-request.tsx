import { zodResolver } from '@hookform/resolvers/zod'
import { IconInfoCircle, IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { Button } from '../../../../ui/button.tsx'
import { ErrorNotice } from '../../../../ui/error-notice.tsx'
import row from '../../../../ui/field-row.module.css'
import { RunField } from '../../../../ui/run-field.tsx'
import { showServerErrors } from '../../../../ui/server-errors.ts'
import { TextField } from '../../../../ui/text-field.tsx'
import classes from '../exam-wizard.module.css'
import { type ContactValues, contactRequestFields, contactRequestSchema } from './contact-request.rules.ts'

interface ContactRequestProps {
  exam: string
  /** First name of the patient; absent when the user is the patient. */
  patientName?: string
  /** Initial values of the fields. */
  values: ContactValues
  /** Called on each keystroke, so that the text survives the end of the session. */
  onTyped(values: ContactValues): void
  /** Rejects with the error to show. */
  onSend(values: ContactValues): Promise<unknown>
}

/** Form of the contact request. While it is being sent it cannot be sent again. */
export function ContactRequest({ exam, patientName, values, onTyped, onSend }: ContactRequestProps) {
  const form = useForm({
    resolver: zodResolver(contactRequestSchema, undefined, { raw: true }),
    defaultValues: values,
    mode: 'onTouched',
  })
  const [error, setError] = useState<Error | null>(null)
  const { errors, isValid, isSubmitting } = form.formState

  async function submit(typed: ContactValues) {
    setError(null)
    try {
      await onSend(typed)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      setError(error)
      showServerErrors(error, form, contactRequestFields)
    }
  }

  const text = (name: 'name' | 'lastName' | 'email' | 'phone') =>
    ({ ...form.register(name), error: errors[name]?.message }) as const

  return (
    <form
      noValidate
      className={`portal-card ${classes.request}`}
      aria-labelledby="contacto-titulo"
      onChange={() => onTyped(form.getValues())}
      onSubmit={form.handleSubmit(submit)}
    >
      <div>
        <h2 id="contacto-titulo">{exam}</h2>
        <p className={classes.quiet}>
          {patientName === undefined
            ? 'Un profesional debe revisar tu caso antes de darte la hora. Déjanos tus datos y te llamaremos.'
            : `Un profesional debe revisar el caso de ${patientName} antes de dar la hora. Revisa sus datos, y deja tu teléfono y tu correo: te llamaremos a ti.`}{' '}
          Todos los campos son obligatorios.
        </p>
      </div>
      <div className={`${row.row} ${row.two}`}>
        <TextField {...text('name')} label="Nombre" autoComplete="given-name" maxLength={80} />
        <TextField {...text('lastName')} label="Apellidos" autoComplete="family-name" maxLength={120} />
        <Controller
          control={form.control}
          name="rut"
          render={({ field, fieldState }) => (
            <RunField
              {...field}
              label="RUT"
              autoComplete="off"
              description="Sin puntos, con guion y dígito verificador."
              onChange={(typed) => {
                field.onChange(typed)
                onTyped(form.getValues())
              }}
              error={fieldState.error?.message}
            />
          )}
        />
        <TextField
          {...text('phone')}
          label="Teléfono"
          description="Solo números, máximo 9."
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          maxLength={9}
        />
        <TextField
          {...text('email')}
          label="Correo electrónico"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
        />
      </div>
      <p className={classes.missing}>
        <IconShieldCheck size={18} stroke={1.75} aria-hidden />
        Al enviar, tu teléfono o computador comprueba que no eres un robot. Toma cerca de un segundo y no
        tienes que hacer nada.
      </p>
      {error && <ErrorNotice error={error} title="No ha sido posible guardar contacto" />}
      <div className={classes.foot}>
        <p id="falta-contacto" className={classes.missing}>
          {!isValid && (
            <>
              <IconInfoCircle size={18} stroke={1.75} aria-hidden />
              Completa todos los campos para enviar.
            </>
          )}
        </p>
        <Button type="submit" disabled={!isValid} loading={isSubmitting} aria-describedby="falta-contacto">
          {isSubmitting ? 'Enviando...' : 'SOLICITAR CONTACTO'}
        </Button>
      </div>
    </form>
  )
}
