import { calendarExceptionEndpoints } from '@mi-portal/contract/agenda/calendar-exceptions'
import { holidayEndpoints } from '@mi-portal/contract/agenda/holidays'
import { alertEndpoints } from '@mi-portal/contract/alerts'
import { ApiError } from '@mi-portal/contract/api-error'
import { breachEndpoints } from '@mi-portal/contract/breaches'
import { budgetEndpoints } from '@mi-portal/contract/budgets'
import { contactEndpoints } from '@mi-portal/contract/contact'
import { emergencyContactEndpoints } from '@mi-portal/contract/emergency-contacts'
import type { Endpoint } from '@mi-portal/contract/endpoint'
import { serviceAccountEndpoints } from '@mi-portal/contract/fhir'
import { setupEndpoints } from '@mi-portal/contract/setup'
import { surveyEndpoints } from '@mi-portal/contract/survey'
import { userEndpoints } from '@mi-portal/contract/users'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { getRouteOptions, renderPage } from '../../../test/render-portal.tsx'
import { ContractForm, FormEnd, useContractForm } from './contract-form.tsx'

const requests = [
  { ...alertEndpoints.create, fields: alertEndpoints.create.body.shape },
  { ...breachEndpoints.create, fields: breachEndpoints.create.body.shape },
  { ...budgetEndpoints.requestFor, fields: budgetEndpoints.requestFor.form.shape },
  { ...calendarExceptionEndpoints.block, fields: calendarExceptionEndpoints.block.body.shape },
  { ...calendarExceptionEndpoints.open, fields: calendarExceptionEndpoints.open.body.shape },
  { ...contactEndpoints.send, fields: contactEndpoints.send.form.shape },
  { ...emergencyContactEndpoints.save, fields: emergencyContactEndpoints.save.body.shape },
  { ...holidayEndpoints.addHoliday, fields: holidayEndpoints.addHoliday.body.shape },
  { ...serviceAccountEndpoints.create, fields: serviceAccountEndpoints.create.body.shape },
  { ...setupEndpoints.createSuperAdmin, fields: setupEndpoints.createSuperAdmin.body.shape },
  { ...surveyEndpoints.answer, fields: surveyEndpoints.answer.body.shape },
  { ...userEndpoints.createRecord, fields: userEndpoints.createRecord.body.shape },
]

/** A form with a text field for each field of a request, whose server rejects all of them and one that the form does not have. */
function RejectedForm({ endpoint, names }: { endpoint: Pick<Endpoint, 'method' | 'path'>; names: string[] }) {
  const [error, setError] = useState<Error | null>(null)
  const rejection = new ApiError('invalid', {
    fieldErrors: [...names, 'other'].map((param) => ({ param, msg: `${param} no sirve` })),
  })
  const kit = useContractForm(
    { ...endpoint, body: z.record(z.string(), z.string()) },
    {
      values: Object.fromEntries(names.map((name) => [name, ''])),
      draftOf: 7,
      hasSummary: true,
      save: { error, isPending: false, reset: () => setError(null) },
      send: (_, { onError }) => {
        setError(rejection)
        onError(rejection)
      },
    },
  )
  return (
    <ContractForm kit={kit}>
      {names.map((name) => (
        <kit.Field.Text key={name} name={name} label={name} />
      ))}
      <FormEnd kit={kit} className={undefined} submit="GUARDAR" />
    </ContractForm>
  )
}

test.for(requests)(
  'each field that the server rejects in $path shows its error and keeps what was typed',
  async (endpoint) => {
    const names = Object.keys(endpoint.fields)
    const options = getRouteOptions('/patient/dashboard/mi-grupo-familiar')
    const { component } = options
    onTestFinished(() => {
      options.component = component
    })
    options.component = () => <RejectedForm endpoint={endpoint} names={names} />
    const { user } = await renderPage('/dashboard/mi-grupo-familiar', { as: 'patient' })
    for (const name of names) await user.type(screen.getByLabelText(name), `escrito ${name}`)
    await user.click(screen.getByRole('button', { name: 'GUARDAR' }))
    expect(
      await screen.findByRole('heading', {
        name: `Hay ${names.length} ${names.length === 1 ? 'dato' : 'datos'} por corregir`,
      }),
    ).toBeVisible()
    for (const name of names) {
      expect(screen.getByLabelText(name)).toHaveAccessibleDescription(`${name} no sirve`)
      expect(screen.getByLabelText(name)).toHaveValue(`escrito ${name}`)
      await user.click(screen.getByRole('link', { name: `${name} no sirve` }))
      expect(screen.getByLabelText(name)).toHaveFocus()
    }
    expect(screen.getByText('other no sirve')).toBeVisible()
  },
)
