/** Words and sentences that made-up values are put together from. Plain and plausible for a small company's day. */
export const FIRST_NAMES = [
  'Maya',
  'Jonas',
  'Priya',
  'Daniel',
  'Sofia',
  'Kwame',
  'Elena',
  'Tom',
  'Aiko',
  'Lucas',
  'Nora',
  'Omar',
];
export const LAST_NAMES = [
  'Lindqvist',
  'Okafor',
  'Sharma',
  'Becker',
  'Moreau',
  'Tanaka',
  'Reyes',
  'Novak',
  'Haddad',
  'Murphy',
  'Costa',
  'Jensen',
];
export const COMPANIES = [
  'Northwind Books',
  'Harbor Coffee',
  'Lumen Bikes',
  'Atlas Freight',
  'Fern & Field',
  'Brightside Clinic',
];
export const DOMAINS = [
  'northwind.example',
  'harborcoffee.example',
  'lumenbikes.example',
  'atlasfreight.example',
  'fernfield.example',
  'brightside.example',
];
export const PRODUCTS = [
  'City Bike 3',
  'Trail Backpack',
  'Pour-over Set',
  'Desk Lamp',
  'Travel Charger',
  'Wool Blanket',
];
export const CITIES = ['Lisbon', 'Hamburg', 'Toronto', 'Nairobi', 'Osaka', 'Austin'];
export const COUNTRIES = ['Portugal', 'Germany', 'Canada', 'Kenya', 'Japan', 'United States'];
export const STREETS = ['14 Mill Lane', '220 Harbour Street', '7 Orchard Road', '51 Station Square'];
export const ROLES = ['Support lead', 'Product manager', 'Data analyst', 'Store owner', 'Engineer'];
export const TOPICS = ['billing', 'delivery', 'returns', 'account access', 'product quality', 'pricing'];
export const TAGS = ['billing', 'delivery', 'refund', 'login', 'urgent', 'feedback', 'mobile'];
export const TITLES = [
  'Charged twice for the same order',
  'Delivery is three days late',
  'Cannot sign in after the update',
  'Question about the annual plan',
  'The replacement arrived damaged',
  'How to change the shipping address',
];
export const MESSAGES = [
  'Hi, I was charged twice for order 48213 this morning. Could you check and refund one of the payments?',
  'My parcel has been marked as out for delivery for three days now. Is there anything you can do?',
  'Since the last update I can no longer sign in on my phone. Resetting the password did not help.',
  'We are thinking of moving ten people to the annual plan. Is there a discount for small teams?',
  'Thanks for the quick replacement. Sadly the box arrived torn and one of the parts is missing.',
];
export const REPLIES = [
  'Thank you for writing to us. We found the second charge and refunded it today; it should reach you within five working days.',
  'We are sorry for the wait. The carrier confirmed that your parcel arrives tomorrow before noon, and we refunded the shipping.',
  'Thanks for the details. Please sign out on all devices and use the link we just sent you; that clears the old session.',
  'Happy to help. Teams of ten and more get two months free on the annual plan, and we can move your data for you.',
];
export const SUMMARIES = [
  'The customer was charged twice for one order and asks for a refund of the second payment.',
  'Delivery is three days late; the customer wants a new date and is otherwise satisfied.',
  'Sign-in fails on mobile since the last update, while the web version still works.',
  'Interest in remote work tools grew by a fifth in a year, led by small teams.',
  'Three suppliers offer the part; the second is cheapest, the first delivers soonest.',
];
export const REASONS = [
  'The message names a payment that was taken twice and asks for money back.',
  'Two independent sources report the same figure for the same quarter.',
  'The request is clear, and everything needed to answer it is in the message.',
  'The deadline is tomorrow and a paying customer is blocked.',
];
export const FINDINGS = [
  'Most customers who contact support twice do so about delivery.',
  'Prices rose by four percent while volumes stayed the same.',
  'Answers within one hour are rated a full point higher.',
  'Half of all returns come from a single product line.',
];
export const STEPS = [
  'Confirm the order number with the customer.',
  'Refund the second payment.',
  'Tell the customer when to expect the money.',
  'Ask the carrier for a new delivery date.',
  'Check the numbers against last month’s report.',
];
export const QUESTIONS = [
  'When will my order arrive?',
  'How do I change my plan?',
  'Which of these suppliers is the cheapest?',
  'What changed since last quarter?',
];
export const QUERIES = [
  'late delivery refund policy',
  'remote work trends 2026',
  'supplier prices aluminium frame',
  'reset password mobile app',
];
export const NOUNS = ['Orders', 'Overview', 'Market size', 'Customer feedback', 'Delivery times', 'Next steps'];
export const PARAGRAPHS = [
  'Orders grew by a fifth compared with last spring, and returning customers made up most of the growth. Small teams buy more often but in smaller amounts.',
  'Delivery is what people write about most. Where a parcel arrives on the promised day, four in five customers order again within three months.',
  'Two of the three suppliers can deliver within a week. The third is cheaper by a tenth, but its delivery times vary and have doubled once this year.',
  'The change can be made in two steps. The first needs one day and can be undone; the second should wait until the numbers of this month are in.',
];
