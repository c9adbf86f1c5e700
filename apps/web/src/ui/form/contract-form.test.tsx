import { alertEndpoints } from '@mi-portal/contract/alerts'
import { ApiError } from '@mi-portal/contract/api-error'
import { breachEndpoints } from '@mi-portal/contract/breaches'
import { emergencyContactEndpoints } from '@mi-portal/contract/emergency-contacts'
import { serviceAccountEndpoints } from '@mi-portal/contract/fhir'
import { surveyEndpoints } from '@mi-portal/contract/survey'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { getRouteOptions, renderPage } from '../../../test/render-portal.tsx'
import { ContractForm, FormEnd, useContractForm } from './contract-form.tsx'

const endpoints = [
  alertEndpoints.create,
  breachEndpoints.create,
  emergencyContactEndpoints.save,
  serviceAccountEndpoints.create,
  surveyEndpoints.answer,
]

/** A form with a text field for each field of a request, whose server rejects all of them and one that the form does not have. */
function RejectedForm({ endpoint, names }: { endpoint: object; names: string[] }) {
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

test.for(endpoints)(
  'each field that the server rejects in $path shows its error and keeps what was typed',
  async (endpoint) => {
    const names = Object.keys(endpoint.body.shape)
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
