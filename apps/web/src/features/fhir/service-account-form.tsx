/** Creates an account for another system. Its secret is shown once, and only in the page's memory. */
import { zodResolver } from '@hookform/resolvers/zod'
import { serviceAccountDraft, serviceScopes } from '@mi-portal/contract/fhir'
import { useMutation } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { today } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { CheckBox } from '../../ui/check-box.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { createFormDraftHook } from '../../ui/form-draft.tsx'
import { showServerErrors } from '../../ui/server-errors.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import classes from './service-accounts.module.css'
import { openServiceAccount } from './service-accounts.queries.ts'
import { scopeNames } from './service-accounts-list.tsx'

type Draft = z.output<typeof serviceAccountDraft>

/** Parses a text with one value per line; the first wrong value is the error of the field. */
const toLines = (values: z.ZodMiniType<string[], string[]>) =>
  z.pipe(
    z.string(),
    z.transform((text, context) => {
      const read = values.safeParse(text.split('\n').flatMap((line) => line.trim() || []))
      if (read.success) return read.data
      for (const { message } of read.error.issues.slice(0, 1))
        context.issues.push({ code: 'custom', message, input: text })
      return z.NEVER
    }),
  )

const { identifier_systems, networks } = serviceAccountDraft.shape
/** The draft as the user types it: lists as lines, and an empty day for none. */
const draft = z.extend(serviceAccountDraft, {
  expires_on: z.pipe(
    z.string(),
    z.transform((text) => text || null),
  ),
  identifier_systems: toLines(identifier_systems.def.innerType),
  networks: toLines(networks.def.innerType),
})
type Typed = z.input<typeof draft>

const fields = ['name', 'scopes', 'expires_on', 'identifier_systems', 'networks'] as const

const useDraft = createFormDraftHook<Typed>()

export function ServiceAccountForm({
  onOpened,
}: {
  onOpened(account: { name: string; secret: string }): void
}) {
  const form = useForm({
    resolver: zodResolver<Typed, unknown, Draft>(draft),
    defaultValues: { name: '', scopes: [], expires_on: '', identifier_systems: '', networks: '' } as Typed,
  })
  const stored = useDraft(form, null)
  const save = useMutation({
    mutationFn: openServiceAccount,
    onSuccess: ({ account, secret }) => {
      form.reset()
      stored.discard()
      onOpened({ name: account.name, secret })
    },
    onError: (error) => showServerErrors(error, form, fields),
  })
  const { errors } = form.formState
  const fieldError = errors.scopes?.message

  return (
    <form
      noValidate
      className={`portal-card ${classes.form}`}
      aria-labelledby="cuenta"
      onSubmit={form.handleSubmit((values) => save.mutate(values))}
    >
      <h2 id="cuenta">Nueva cuenta de servicio</h2>
      {stored.notice}
      <TextField
        label="Nombre"
        placeholder="Laboratorio central"
        maxLength={80}
        autoComplete="off"
        {...form.register('name')}
        error={errors.name?.message}
      />
      <Controller
        control={form.control}
        name="scopes"
        render={({ field: { value, onChange, ref } }) => (
          <fieldset className={classes.scopes} aria-describedby={fieldError ? 'permisos-error' : undefined}>
            <legend className={classes.label}>Qué puede enviar</legend>
            {serviceScopes.map((scope, index) => (
              <CheckBox
                key={scope}
                ref={index === 0 ? ref : undefined}
                checked={value.includes(scope)}
                onChange={(checked) =>
                  onChange(checked ? [...value, scope] : value.filter((one) => one !== scope))
                }
              >
                {scopeNames[scope]}
              </CheckBox>
            ))}
            {fieldError && (
              <p id="permisos-error" className={classes.fieldError}>
                {fieldError}
              </p>
            )}
          </fieldset>
        )}
      />
      <Controller
        control={form.control}
        name="expires_on"
        render={({ field: { value, onChange, ref } }) => (
          <DateField
            ref={ref}
            label="Último día de la clave (opcional)"
            description="Por ejemplo, 31/12/2027. Sin fecha, la clave no vence."
            value={value}
            onChange={onChange}
            min={today()}
            opensAt={today()}
            autoComplete="off"
            error={errors.expires_on?.message}
          />
        )}
      />
      <Controller
        control={form.control}
        name="identifier_systems"
        render={({ field: { value, onChange, ref } }) => (
          <TextArea
            ref={ref}
            label="Sistemas de identificadores"
            optional
            description="Uno por línea, por ejemplo https://clinica.cl/pacientes. Si no escribes ninguno, puede usar cualquiera."
            value={value}
            onChange={onChange}
            error={errors.identifier_systems?.message}
          />
        )}
      />
      <Controller
        control={form.control}
        name="networks"
        render={({ field: { value, onChange, ref } }) => (
          <TextArea
            ref={ref}
            label="Redes desde las que se usa"
            optional
            description="Una por línea, por ejemplo 10.20.0.0/16. Si no escribes ninguna, se puede usar desde cualquiera."
            value={value}
            onChange={onChange}
            error={errors.networks?.message}
          />
        )}
      />
      {save.isError && <ErrorNotice error={save.error} />}
      <div>
        <Button type="submit" loading={save.isPending}>
          CREAR CUENTA
        </Button>
      </div>
    </form>
  )
}
