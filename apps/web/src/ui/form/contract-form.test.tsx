import { calendarExceptionEndpoints } from '@mi-portal/contract/agenda/calendar-exceptions'
import { holidayEndpoints } from '@mi-portal/contract/agenda/holidays'
import { alertEndpoints } from '@mi-portal/contract/alerts/alerts'
import { breachEndpoints } from '@mi-portal/contract/breaches'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Endpoint } from '@mi-portal/contract/calls/endpoint'
import { emergencyContactEndpoints } from '@mi-portal/contract/emergency-contacts'
import { serviceAccountEndpoints } from '@mi-portal/contract/fhir/fhir'
import { contactEndpoints } from '@mi-portal/contract/service-requests/contact'
import { quoteEndpoints } from '@mi-portal/contract/service-requests/quotes'
import { setupEndpoints } from '@mi-portal/contract/setup'
import { surveyEndpoints } from '@mi-portal/contract/survey'
import { userEndpoints } from '@mi-portal/contract/users'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { getRouteOptions, renderPage } from '../../../test/render-portal.tsx'
import { ContractForm, type ContractFormOptions, FormEnd, useContractForm } from './contract-form.tsx'
import { listFieldErrors } from './server-errors.ts'

const requests = [
  { ...alertEndpoints.create, fields: alertEndpoints.create.body.shape },
  { ...breachEndpoints.create, fields: breachEndpoints.create.body.shape },
  { ...quoteEndpoints.requestFor, fields: quoteEndpoints.requestFor.form.shape },
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

const values = z.record(z.string(), z.string())
type Send = ContractFormOptions<Record<string, string>, Record<string, string>, void>['send']

/** A form with a text field for each field of a request. */
function TextForm(props: { endpoint: Pick<Endpoint, 'method' | 'path'>; names: string[]; send: Send }) {
  const [error, setError] = useState<Error | null>(null)
  const kit = useContractForm(
    { ...props.endpoint, body: values },
    {
      values: Object.fromEntries(props.names.map((name) => [name, ''])),
      draftOf: 7,
      hasSummary: true,
      save: { error, isPending: false, reset: () => setError(null) },
      send: (input, { onSuccess, onError }, typed) => {
        const reject = (rejection: Error) => {
          setError(rejection)
          onError(rejection)
        }
        props.send(input, { onSuccess, onError: reject }, typed)
      },
    },
  )
  return (
    <ContractForm kit={kit}>
      {props.names.map((name) => (
        <kit.Field.Text key={name} name={name} label={name} />
      ))}
      <FormEnd kit={kit} className={undefined} submit="GUARDAR" />
    </ContractForm>
  )
}

async function renderForm(props: Parameters<typeof TextForm>[0]) {
  const options = getRouteOptions('/patient/dashboard/mi-grupo-familiar')
  const { component } = options
  onTestFinished(() => {
    options.component = component
  })
  options.component = () => <TextForm {...props} />
  return renderPage('/dashboard/mi-grupo-familiar', { as: 'patient' })
}

test('a second press before the first answer sends nothing', async () => {
  const send = vi.fn<Send>()
  await renderForm({ endpoint: contactEndpoints.send, names: ['comment'], send })
  const form = screen.getByRole('button', { name: 'GUARDAR' }).closest('form')
  if (form) for (const _ of [1, 2]) fireEvent.submit(form)
  await expect.poll(() => send.mock.calls.length).toBe(1)
})

test('the errors of rows are listed in the order of the values, with the names of their fields', () => {
  expect(
    listFieldErrors(
      { rows: [undefined, { to: { message: 'Falta' } }], name: { message: 'Corto' } },
      { name: 'A', rows: [{ to: '1' }, { to: '' }] },
    ),
  ).toEqual([
    { name: 'name', message: 'Corto' },
    { name: 'rows.1.to', message: 'Falta' },
  ])
})

test.for(requests)(
  'each field that the server rejects in $path shows its error and keeps what was typed',
  async (endpoint) => {
    const names = Object.keys(endpoint.fields)
    const rejection = new ApiError('invalid', {
      fieldErrors: [...names, 'other'].map((param) => ({ param, msg: `${param} no sirve` })),
    })
    const { user } = await renderForm({ endpoint, names, send: (_, { onError }) => onError(rejection) })
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
