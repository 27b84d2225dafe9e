/** A small shop that a script draws. The bundler inlines pictures, fonts and a sound into the script. */
import './styles/base.css';
import './styles/icons.css';
import './styles/cart.css';
import added from './added.wav';
import badge from './icons/badge.svg';
import logo from './icons/logo.svg';
import { broken, products, receipt } from './products.js';

/** Creates an element with attributes and children. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const icon = (name) => element('i', { class: `icon icon-${name}` });

const card = ({ name, price, picture, stars }) =>
  element(
    'article',
    { class: 'card' },
    element('img', { src: picture, alt: name, width: 200, height: 200 }),
    element('h2', {}, name),
    element('p', { class: 'stars' }, element('b', {}, '★'.repeat(stars)), '★'.repeat(5 - stars)),
    element('p', { class: 'price' }, price, ' ', icon('heart')),
    element('button', { class: 'buy' }, 'Add to cart'),
  );

const [lamp] = products;
document.querySelector('#app').append(
  element(
    'header',
    {},
    element('img', { class: 'logo', src: logo, alt: 'Lumen', width: 48, height: 48 }),
    element('nav', {}, icon('search'), icon('cart')),
  ),
  element('section', { class: 'hero' }, element('h1', {}, 'Light for every corner')),
  element('main', {}, ...products.map(card)),
  element(
    'aside',
    { class: 'cart' },
    element('h2', { class: 'sale' }, 'Your cart'),
    element('img', { class: 'line', src: lamp.picture, alt: lamp.name, width: 60, height: 75 }),
    element('ul', {}, element('li', {}, 'Free delivery'), element('li', {}, '30 days to return')),
    element('div', { class: 'cart-empty' }),
    element('a', { href: receipt }, 'Print the receipt'),
  ),
  element(
    'footer',
    {},
    element('img', { src: badge, alt: 'Trusted shop', width: 48, height: 48 }),
    element('img', { src: broken, alt: 'Oak and Sons', width: 48, height: 48 }),
    element('audio', { id: 'added', src: added, preload: 'auto' }),
  ),
);
