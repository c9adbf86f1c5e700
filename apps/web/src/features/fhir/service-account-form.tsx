/** Creates an account for another system. Its secret is shown once, and only in the page's memory. */

import { serviceAccountDraft, serviceAccountEndpoints, serviceScopes } from '@mi-portal/contract/fhir/fhir'
import { Controller } from 'react-hook-form'
import * as z from 'zod/mini'
import { today } from '../../lib/dates.ts'
import { CheckBox } from '../../ui/check-box.tsx'
import { ContractForm, FormEnd, useContractForm } from '../../ui/form/contract-form.tsx'
import { FormDate } from '../../ui/form/form-fields.tsx'
import { useOpenServiceAccount } from './service-accounts.queries.ts'
import { scopeNames } from './service-accounts-list.tsx'

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
const emptyAccount = { name: '', scopes: [], expires_on: '', identifier_systems: '', networks: '' }

const typedAccount = { ...serviceAccountEndpoints.create, body: draft }

export function ServiceAccountForm({
  onOpened,
}: {
  onOpened(account: { name: string; secret: string }): void
}) {
  const save = useOpenServiceAccount()
  const kit = useContractForm(typedAccount, {
    values: emptyAccount,
    draftOf: null,
    save,
    send: save.mutate,
    onSent: ({ account, secret }) => {
      kit.form.reset(emptyAccount)
      onOpened({ name: account.name, secret })
    },
  })
  const { form, Field } = kit

  return (
    <ContractForm
      kit={kit}
      className="portal-card grid gap-4 max-w-[47.5rem] px-6 pt-4 pb-6"
      aria-labelledby="cuenta"
    >
      <h2 id="cuenta">Nueva cuenta de servicio</h2>
      <Field.Text
        name="name"
        label="Nombre"
        placeholder="Laboratorio central"
        maxLength={80}
        autoComplete="off"
      />
      <Controller
        control={form.control}
        name="scopes"
        render={({ field: { value, onChange, ref }, fieldState: { error } }) => (
          <fieldset
            className="m-0 grid grid-cols-[repeat(auto-fill,minmax(min(13.75rem,100%),1fr))] gap-x-6 gap-y-1 border-0 p-0"
            aria-describedby={error ? 'permisos-error' : undefined}
          >
            <legend className="mb-2 p-0 type-meta font-strong text-strong">Qué puede enviar</legend>
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
            {error && (
              <p id="permisos-error" className="col-span-full text-error">
                {error.message}
              </p>
            )}
          </fieldset>
        )}
      />
      <FormDate
        name="expires_on"
        label="Último día de la clave (opcional)"
        description="Por ejemplo, 31/12/2027. Sin fecha, la clave no vence."
        min={today()}
        opensAt={today()}
        autoComplete="off"
      />
      <Field.Area
        name="identifier_systems"
        label="Sistemas de identificadores"
        optional
        description="Uno por línea, por ejemplo https://clinica.cl/pacientes. Si no escribes ninguno, puede usar cualquiera."
      />
      <Field.Area
        name="networks"
        label="Redes desde las que se usa"
        optional
        description="Una por línea, por ejemplo 10.20.0.0/16. Si no escribes ninguna, se puede usar desde cualquiera."
      />
      <FormEnd kit={kit} className={undefined} submit="Crear cuenta" />
    </ContractForm>
  )
}
