import { index, type RouteConfig, route } from '@react-router/dev/routes'

// Shows every component in every state; development only.
const style = process.env.NODE_ENV === 'development' ? [route('stile', 'pages/stile.tsx')] : []

export default [
  index('pages/home.tsx'),
  route('p/:p', 'pages/home.tsx', { id: 'home-page' }),
  route('search/*', 'pages/search.tsx'),
  route('product/:id', 'pages/product.$id.tsx'),
  route('tutti_noi', 'pages/tutti_noi.tsx'),
  route('seller/:id', 'pages/seller.$id.tsx'),
  route('cart/:id?', 'pages/cart.$id.tsx'),
  route('newsletter', 'pages/newsletter.tsx'),
  route('newsletter/:email', 'pages/newsletter.$email.tsx'),
  route('disiscrizione/:code', 'pages/disiscrizione.$code.tsx'),
  route('privacy', 'pages/privacy.tsx'),
  route('signin', 'pages/signin.tsx'),
  route('register', 'pages/register.tsx'),
  route('verification', 'pages/verification.tsx'),
  route('verification/:id', 'pages/verification.$id.tsx'),
  route('password-recovery', 'pages/password-recovery.tsx'),
  route('password-recovery/:id', 'pages/password-recovery.$id.tsx'),
  // Members
  route('profile', 'pages/profile.tsx'),
  route('product/:id/edit', 'pages/product.$id.edit.tsx'),
  route('shipping', 'pages/shipping.tsx'),
  route('map', 'pages/map.tsx'),
  route('payment', 'pages/payment.tsx'),
  route('placeorder', 'pages/placeorder.tsx'),
  route('order/:id', 'pages/order.$id.tsx'),
  route('orderhistory', 'pages/orderhistory.tsx'),
  // Sellers
  route('productlist/seller', 'pages/productlist.seller.tsx'),
  route('orderlist/seller', 'pages/orderlist.seller.tsx'),
  // Admins
  route('dashboard', 'pages/dashboard.tsx'),
  route('productlist', 'pages/productlist.tsx'),
  route('productlist/p/:p', 'pages/productlist.tsx', { id: 'productlist-page' }),
  route('orderlist', 'pages/orderlist.tsx'),
  route('userlist', 'pages/userlist.tsx'),
  route('user/:id/edit', 'pages/user.$id.edit.tsx'),
  ...style,
  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig
