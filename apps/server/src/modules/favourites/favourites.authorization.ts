import { favouriteEndpoints } from '@mi-portal/contract/favourites'
import { casesOf, own } from '../../../test/authorization/cases.ts'

export const favouriteCases = casesOf('favourites', favouriteEndpoints, {
  list: own(),
  replace: own({
    sent: ({ id }) => ({
      body: { favourites: [{ name: 'Laboratorio', menu_id: 'laboratorio', patient_id: id }] },
    }),
  }),
})
