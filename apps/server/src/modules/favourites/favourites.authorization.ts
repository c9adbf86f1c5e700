import { favouriteEndpoints } from '@mi-portal/contract/favourites'
import { defineCases, own } from '../../../test/authorization/cases.ts'

export const favouriteCases = defineCases('favourites', favouriteEndpoints, {
  list: own(),
  replace: own({
    sent: ({ id }) => ({
      body: { favourites: [{ name: 'Laboratorio', menu_id: 'laboratorio', patient_id: id }] },
    }),
  }),
})
