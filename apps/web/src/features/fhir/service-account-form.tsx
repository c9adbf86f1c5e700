/** Opens an account for another system; its secret is shown once, in the page's memory alone. */
import { zodResolver } from '@hookform/resolvers/zod'
import { type ServiceScope, serviceAccountDraft, serviceScopes } from '@mi-portal/contract/fhir'
import { useMutation } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { Button } from '../../ui/button.tsx'
import { CheckBox } from '../../ui/check-box.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showServerFaults } from '../../ui/server-faults.ts'
import { TextField } from '../../ui/text-field.tsx'
import classes from './service-accounts.module.css'
import { openServiceAccount } from './service-accounts.queries.ts'
import { scopeNames } from './service-accounts-list.tsx'

type Draft = z.output<typeof serviceAccountDraft>

export function ServiceAccountForm({
  onOpened,
}: {
  onOpened(account: { name: string; secret: string }): void
}) {
  const form = useForm({
    resolver: zodResolver<z.input<typeof serviceAccountDraft>, unknown, Draft>(serviceAccountDraft),
    defaultValues: { name: '', scopes: [] as ServiceScope[] },
  })
  const save = useMutation({
    mutationFn: ({ name, scopes }: Draft) => openServiceAccount({ name, scopes }),
    onSuccess: ({ account, secret }) => {
      form.reset()
      onOpened({ name: account.name, secret })
    },
    onError: (refusal) => showServerFaults(refusal, form, ['name', 'scopes']),
  })
  const { errors } = form.formState
  const fault = errors.scopes?.message

  return (
    <form
      noValidate
      className={`portal-card ${classes.form}`}
      aria-labelledby="cuenta"
      onSubmit={form.handleSubmit((values) => save.mutate(values))}
    >
      <h2 id="cuenta">Nueva cuenta de servicio</h2>
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
          <fieldset className={classes.scopes} aria-describedby={fault ? 'permisos-error' : undefined}>
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
            {fault && (
              <p id="permisos-error" className={classes.fault}>
                {fault}
              </p>
            )}
          </fieldset>
        )}
      />
      {save.isError && <Notice kind="error" title={save.error.message} />}
      <div>
        <Button type="submit" loading={save.isPending}>
          CREAR CUENTA
        </Button>
      </div>
    </form>
  )
}
