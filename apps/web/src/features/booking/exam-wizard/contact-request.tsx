import { zodResolver } from '@hookform/resolvers/zod'
import { IconInfoCircle, IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import row from '../../../ui/field-row.module.css'
import { Notice } from '../../../ui/notice.tsx'
import { RunField } from '../../../ui/run-field.tsx'
import { showServerFaults } from '../../../ui/server-faults.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { type ContactValues, contactRequestFields, contactRequestSchema } from './contact-request.rules.ts'
import classes from './exam-wizard.module.css'

interface ContactRequestProps {
  exam: string
  /** What the fields begin with. */
  values: ContactValues
  /** Told with every letter, so that nothing is lost when the session is. */
  onTyped(values: ContactValues): void
  /** Rejects with the refusal to show. */
  onSend(values: ContactValues): Promise<unknown>
}

/** Asking to be called. It is sent once, whatever is pressed meanwhile. */
export function ContactRequest({ exam, values, onTyped, onSend }: ContactRequestProps) {
  const form = useForm({
    resolver: zodResolver(contactRequestSchema, undefined, { raw: true }),
    defaultValues: values,
    mode: 'onTouched',
  })
  const [refusal, setRefusal] = useState<Error | null>(null)
  const { errors, isValid, isSubmitting } = form.formState

  async function submit(typed: ContactValues) {
    setRefusal(null)
    try {
      await onSend(typed)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      setRefusal(error)
      showServerFaults(error, form, contactRequestFields)
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
          Un profesional debe revisar tu caso antes de darte la hora. Déjanos tus datos y te llamaremos. Todos
          los campos son obligatorios.
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
        Al enviar, tu equipo hace una verificación automática contra robots. Toma cerca de un segundo y no
        tienes que hacer nada.
      </p>
      {refusal && (
        <Notice kind="error" title="No ha sido posible guardar contacto">
          {refusal.message}
        </Notice>
      )}
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
