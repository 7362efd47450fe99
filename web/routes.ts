import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('pages/home.tsx'),
  route('p/:p', 'pages/home.tsx', { id: 'home-page' }),
  route('search/*', 'pages/search.tsx'),
  route('product/:id', 'pages/product.tsx'),
  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig
